-- Somebody may have looked at a paper before they approve, so it goes only from a draft.
CREATE OR REPLACE FUNCTION keep_attachment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND coalesce(
    (SELECT status FROM journals WHERE OLD.subject_kind = 'journal' AND id = OLD.subject_id),
    (SELECT status FROM expenses WHERE OLD.subject_kind = 'expense' AND id = OLD.subject_id)
  ) = 'draft' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A paper of a record that is no draft stays as it is'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'book_attachments_kept', TABLE = 'book_attachments';
END $$;
