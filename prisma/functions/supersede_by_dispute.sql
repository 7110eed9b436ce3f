-- A dispute that is opened or decided supersedes the open division offers of its escrow (decision 079).
create or replace function "supersede_by_dispute"() returns trigger language plpgsql as $$
begin
  perform "supersede_divisions"(new."escrowId", coalesce(new."decidedAt", new."openedAt"));
  return null;
end $$;

create trigger "dispute_supersedes_divisions" after insert or update of "decision" on "dispute"
  for each row execute function "supersede_by_dispute"();
