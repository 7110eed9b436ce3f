-- A statement is made while the dispute is open, by its own side: the buyer, the seller who is bound or, before one is, the confirmed owner
-- of the address that the buyer named. It is never changed or deleted (docs/decisions/134).
create or replace function "keep_dispute_statement"() returns trigger language plpgsql as $$
declare
  e "escrow"%rowtype;
  is_own boolean;
begin
  if tg_op <> 'INSERT' then
    raise exception 'what a side has said in a dispute stays';
  end if;
  -- A decision takes the same lock: what comes after it is refused.
  select e0.* into strict e from "escrow" e0
    where e0."id" = (select "escrowId" from "dispute" where "id" = new."disputeId") for update;
  if not exists (select 1 from "dispute" where "id" = new."disputeId" and "decision" is null) then
    raise exception 'dispute % is not open', new."disputeId";
  end if;
  -- The buyer; the seller who is bound, or the owner of the address that the buyer named.
  is_own := case
    when new."side" = 'buyer' then new."statedById" = e."buyerId"
    when new."statedById" = e."buyerId" then false
    when e."sellerId" is not null then new."statedById" = e."sellerId"
    else exists (select 1 from "user" where "id" = new."statedById" and "email" = e."sellerEmail" and "emailConfirmedAt" is not null)
  end;
  if is_own is not true then
    raise exception 'statement % is not made by its side', new."id";
  end if;
  return new;
end $$;

create trigger "dispute_statement_keep" before insert or update or delete on "dispute_statement"
  for each row execute function "keep_dispute_statement"();
