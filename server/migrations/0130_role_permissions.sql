-- How the permissions of roles differ from their defaults (contract/src/common/permissions.ts): a row grants one, or
-- withdraws one of the default. SuperAdmin has every permission and no row.
CREATE TABLE role_permissions (
  role text NOT NULL
    CHECK (role IN ('SystemAdmin', 'SuperUser', 'Operations', 'Accounts', 'Legal', 'SystemUser')),
  permission text NOT NULL CHECK (permission <> ''),
  is_granted boolean NOT NULL,
  PRIMARY KEY (role, permission)
);

CREATE TRIGGER role_permissions_live AFTER INSERT OR UPDATE OR DELETE ON role_permissions
  FOR EACH STATEMENT EXECUTE FUNCTION tell_live('roles');
