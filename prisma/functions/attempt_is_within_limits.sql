-- Nothing is signed for a payout above a limit unless an operator has approved it for the wallet and memo that it goes to
-- (docs/decisions/020).
create or replace function "attempt_is_within_limits"() returns trigger language plpgsql as $$
begin
  perform 1 from "payout" p where p."id" = new."payoutId" and p."aboveLimit" is not null and not exists (
    select 1 from "payout_approval" a
      where a."payoutId" = p."id" and a."address" = p."address" and a."memo" is not distinct from p."memo"
  );
  if found then
    raise exception 'payout % is above a limit and nobody has approved it', new."payoutId";
  end if;
  return new;
end $$;

create trigger "transfer_attempt_is_within_limits" before insert on "transfer_attempt"
  for each row when (new."purpose" = 'payout') execute function "attempt_is_within_limits"();
