-- A decision about the money, of an operator in a dispute or of both sides, supersedes open amendments and ends an open request for a waiver
-- (docs/decisions/076).
create or replace function "dispute_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."escrowId", new."decidedAt");
  perform "end_waiver"(new."escrowId", new."decidedAt");
  return null;
end $$;

create trigger "dispute_ends_proposals" after update of "decision" on "dispute"
  for each row when (new."decision" in ('release', 'refund', 'split', 'settled')) execute function "dispute_ends_proposals"();
