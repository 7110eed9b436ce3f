-- A refund that is agreed to ends the open amendment (superseded), request for a waiver (overtaken) and division (superseded) of its escrow
-- (decisions 076, 134).
create or replace function "refund_ends_proposals"() returns trigger language plpgsql as $$
begin
  perform "end_proposals"(new."escrowId", new."answeredAt");
  perform "end_waiver"(new."escrowId", new."answeredAt");
  perform "supersede_divisions"(new."escrowId", new."answeredAt");
  return null;
end $$;

create trigger "refund_request_ends_proposals" after update of "answer" on "refund_request"
  for each row when (new."answer" = 'agreed') execute function "refund_ends_proposals"();
