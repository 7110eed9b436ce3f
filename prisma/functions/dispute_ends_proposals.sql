-- Opening or deciding a dispute supersedes open split proposals (decision 134). A decision about the money, by an operator or both sides, also supersedes open
-- amendments and ends an open waiver request (076).
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
