-- A signer outside of the worker may be away as well as a ledger. No row breaks the wider rule, so that nothing has to be looked
-- at while the table is locked; a later migration looks at it, beside all other work.
alter table "payout" drop constraint "payout_waits_for_something",
  add constraint "payout_waits_for_something" check ("waitsFor" in
    ('turn', 'stopped', 'cover', 'float', 'fees', 'second_operator', 'ledger', 'signer')) not valid;
