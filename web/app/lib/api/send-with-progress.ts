type Sent = { method: string; headers: Headers; body: FormData; signal?: AbortSignal | undefined };

/**
 * Sends a form and tells the share of it, from 0 to 1, that has left; `fetch` does not say that.
 * Rejects as `fetch` does where no answer comes.
 */
export const sendWithProgress = (
  url: string,
  { method, headers, body, signal }: Sent,
  onSent: (share: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    asked.open(method, url);
    asked.withCredentials = true;
    for (const [name, value] of headers) asked.setRequestHeader(name, value);
    asked.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onSent(loaded / total);
    };
    asked.onload = () => {
      const type = asked.getResponseHeader('content-type') ?? 'application/json';
      resolve(new Response(asked.responseText, { status: asked.status, headers: { 'content-type': type } }));
    };
    asked.onerror = () => reject(new TypeError('No answer came.'));
    asked.onabort = () => reject(new DOMException('The call was ended.', 'AbortError'));
    signal?.addEventListener('abort', () => asked.abort());
    asked.send(body);
  });
