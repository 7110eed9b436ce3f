-- Refuses another wallet of a payout by an operator whose change of the account of one of its parties waits (own_change_waits, decision 099).
create or replace function "redirect_is_not_of_own_change"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (select 1 from "parties_of_transfer"(new."id") t
      where "own_change_waits"(new."redirectedById", t."personId", clock_timestamp())),
    format('whoever changed an account gives payout %s no wallet', new."id"));
  return new;
end $$;

create trigger "payout_redirect_is_not_of_own_change" before update of "redirectedById" on "transfer"
  for each row when (new."redirectedById" is not null) execute function "redirect_is_not_of_own_change"();
