-- An expense is held against what the same person, the same payee and all got without another person.
CREATE INDEX expenses_entered_alone ON expenses (made_at) INCLUDE (made_by, payee, amount) WHERE NOT needs_approval;
