-- tenancies_ending has the same rows in the same order.
DROP INDEX tenancies_current_by_end;
