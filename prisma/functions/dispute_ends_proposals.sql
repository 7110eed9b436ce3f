-- A dispute that is opened or decided supersedes the open divisions of its escrow (decision 134). A decision about the money, of an operator or
-- of both sides, also supersedes open amendments and ends an open request for a waiver (076).
create or replace function "dispute_ends_proposals"() returns trigger language plpgsql as $$
begin
  if new."decision" in ('release', 'refund', 'split', 'settled') then
    perform "end_proposals"(new."escrowId", new."decidedAt");
    perform "end_waiver"(new."escrowId", new."decidedAt");
  end if;
  perform "supersede_divisions"(new."escrowId", coalesce(new."decidedAt", new."openedAt"));
  return null;
end $$;

create trigger "dispute_ends_proposals" after insert or update of "decision" on "dispute"
  for each row execute function "dispute_ends_proposals"();
