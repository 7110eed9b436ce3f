-- Who holds the money of an escrow, Quayside or the ledger, never changes (docs/decisions/087).
create or replace function "keep_held_by"() returns trigger language plpgsql as $$
begin
  raise exception 'escrow % keeps who holds it', old."transactionId";
end $$;

create trigger "escrow_keep_held_by" before update of "heldBy" on "escrow" for each row
  when (new."heldBy" is distinct from old."heldBy") execute function "keep_held_by"();
