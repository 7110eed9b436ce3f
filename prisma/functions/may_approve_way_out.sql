-- Approvals of settlements of held escrows (hold_exit) above a limit (decisions 020, 099): by an operator, before the settlement is sent; never changed or
-- deleted. Refused to whoever decided the dispute of the escrow, and to whoever ever changed the account of a side.
create or replace function "may_approve_way_out"() returns trigger language plpgsql as $$
declare
  x "hold_exit"%rowtype;
begin
  if tg_op <> 'INSERT' then
    raise exception 'approvals of ways out stay what they are';
  end if;
  select * into strict x from "hold_exit" where "id" = new."exitId" for update;
  if x."state" not in ('collecting', 'ready') or x."aboveLimit" is null then
    raise exception 'way out % does not wait for this approval', x."id";
  end if;
  if not exists (select 1 from "user" where "id" = new."operatorId" and "role" = 'admin') then
    raise exception 'only operators approve ways out';
  end if;
  if exists (select 1 from "dispute" where "escrowId" = x."escrowId" and "decidedById" = new."operatorId"
      and "decision" in ('release', 'refund', 'split')) then
    raise exception 'whoever decided about way out % does not approve it, too', x."id";
  end if;
  if exists (select 1 from "parties_of_way_out"(x."id") t where "has_changed_account"(new."operatorId", t."personId")) then
    raise exception 'whoever changed an account of way out % does not approve it', x."id";
  end if;
  return new;
end $$;

create trigger "hold_approval_may_be_given" before insert or update or delete on "hold_approval"
  for each row execute function "may_approve_way_out"();
