-- A statement may have a column of its currency, which mappings of before do not have.
UPDATE statement_imports SET suggestion = '{"currency": null}'::jsonb || suggestion,
  mapping = '{"currency": null}'::jsonb || mapping;
