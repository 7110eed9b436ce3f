-- The refund that a missed deadline opens (decisions 072, 100) stays open, and opens only after an expired grace deadline, without an open dispute or
-- settlement. Refused if the seller's account has been suspended since before that deadline: the seller could not act.
create or replace function "keep_refund_opened"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(old."refundOpenedAt" is not null, format('the refund of escrow %s stays open', old."transactionId"));
  perform "public"."refuse_if"(not exists (select 1 from "escrow_clock" where "escrowId" = new."id" and "kind" = 'grace' and "end" = 'ran_out')
     or exists (select 1 from "dispute" where "escrowId" = new."id" and "decision" is null)
     or "is_settled"(new."id"), format('the refund of escrow %s does not open', old."transactionId"));
  perform "public"."refuse_if"(exists (select 1 from "user" u join "escrow_clock" c on c."escrowId" = new."id" and c."kind" = 'grace' and c."end" = 'ran_out'
      and c."endedAt" = new."refundOpenedAt" where u."id" = new."sellerId" and u."lockedAt" <= c."dueAt"),
    format('the seller of escrow %s could not act', old."transactionId"));
  return new;
end $$;

create trigger "escrow_keep_refund_opened" before update of "refundOpenedAt" on "escrow"
  for each row when (new."refundOpenedAt" is distinct from old."refundOpenedAt") execute function "keep_refund_opened"();
