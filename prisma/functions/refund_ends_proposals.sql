-- An agreed refund ends the open amendment (superseded), waiver request (overtaken) and split proposal (superseded) of its escrow (decisions 076, 134).
create or replace function "refund_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."escrowId", new."answeredAt");
  perform "end_waiver"(new."escrowId", new."answeredAt");
  perform "supersede_divisions"(new."escrowId", new."answeredAt");
  return null;
end $$;

create trigger "refund_request_ends_proposals" after update of "answer" on "refund_request"
  for each row when (new."answer" = 'agreed') execute function "refund_ends_proposals"();
