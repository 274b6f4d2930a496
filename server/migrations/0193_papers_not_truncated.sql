-- A paper stays, and so does the table of all.
CREATE FUNCTION refuse_truncate_of_papers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Papers are not removed all at once'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'book_attachments_kept', TABLE = 'book_attachments';
END $$;
CREATE TRIGGER book_attachments_not_truncated BEFORE TRUNCATE ON book_attachments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate_of_papers();
