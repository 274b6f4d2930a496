"""OpenStack Swift with its S3 interface on one port of the loopback, for tests; prints the port.

Its four servers run in this process, over rings of one device each in the folder that is named.
Swift answers S3 as its S3 middleware does in production; only what a test does without is left out:
replicas, background work, and memcached, whose place a dictionary takes.
"""

import eventlet

eventlet.monkey_patch()

import os
import sys

from eventlet import wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

FOLDER, KEY, SECRET, PAGE = sys.argv[1:5]
PARENT = os.getppid()
SERVERS = ("account", "container", "object")

PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
max_bucket_listing = %s
[filter:slo]
use = egg:swift#slo
[filter:tempauth]
use = egg:swift#tempauth
user_test_%s = %s .admin
"""

SERVER = """
[pipeline:main]
pipeline = server
[app:server]
use = egg:swift#%s
"""


class Cache(dict):
    """What Swift asks of memcached, without an end of time."""

    def __bool__(self):
        return True

    def get(self, key, *_args, **_more):
        return dict.get(self, key)

    def set(self, key, value, *_args, **_more):
        self[key] = value

    def delete(self, key, *_args, **_more):
        self.pop(key, None)

    def incr(self, key, delta=1, *_args, **_more):
        self[key] = dict.get(self, key, 0) + delta
        return self[key]


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w") as file:
        file.write(text)
    return path


def serve(app):
    listener = eventlet.listen(("127.0.0.1", 0))
    eventlet.spawn(wsgi.server, listener, app, open(os.devnull, "w"), log_output=False)
    return listener.getsockname()[1]


def load(name, text):
    head = "[DEFAULT]\nswift_dir = %s\ndevices = %s\nmount_check = false\nworkers = 0\n" % (FOLDER, FOLDER)
    return loadapp(write(name + ".conf", head + text), global_conf={"log_name": name})


utils.HASH_PATH_SUFFIX = utils.HASH_PATH_PREFIX = b"test"
utils.validate_hash_conf = lambda: None
os.makedirs(os.path.join(FOLDER, "device"))
write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n")
for server in SERVERS:
    port = serve(load(server, SERVER % server))
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({"id": 0, "zone": 1, "region": 1, "ip": "127.0.0.1", "port": port, "device": "device", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(FOLDER, server + ".ring.gz"))

proxy = load("proxy", PROXY % (PAGE, KEY, SECRET))
cache = Cache()


def with_cache(environ, start_response):
    environ["swift.cache"] = cache
    return proxy(environ, start_response)


print(serve(with_cache), flush=True)
while os.getppid() == PARENT:
    eventlet.sleep(1)
