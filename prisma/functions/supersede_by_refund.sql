-- A refund that is agreed to supersedes the open division offers of its escrow (decision 079).
create or replace function "supersede_by_refund"() returns trigger language plpgsql as $$
begin
  perform "supersede_divisions"(new."escrowId", new."answeredAt");
  return null;
end $$;

create trigger "refund_request_supersedes_divisions" after update of "answer" on "refund_request"
  for each row when (new."answer" = 'agreed') execute function "supersede_by_refund"();
