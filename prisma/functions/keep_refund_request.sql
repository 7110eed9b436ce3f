-- The seller agrees to or declines a refund request, the buyer withdraws it. Making and agreeing need a funded, unsettled, undisputed escrow (decision 134).
create or replace function "keep_refund_request"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
begin
  select * into strict e from "escrow" where "id" = new."escrowId";
  perform "public"."refuse_if"(new."answer" in ('agreed', 'declined') and not "is_of_side"(e, 'seller', new."answeredById")
      or new."answer" = 'withdrawn' and not "is_of_side"(e, 'buyer', new."answeredById"),
    format('refund request %s is not for them to answer', new."id"));
  if tg_op = 'INSERT' or new."answer" = 'agreed' then
    perform "escrow_must_be_open"(new."escrowId");
    perform "public"."refuse_if"(exists (select 1 from "dispute" where "escrowId" = new."escrowId" and "decision" is null),
      format('escrow %s is in dispute', new."escrowId"));
  end if;
  return new;
end $$;

create trigger "refund_request_keep" before insert or update on "refund_request" for each row execute function "keep_refund_request"();
