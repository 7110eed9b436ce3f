-- The closing of an escrow's account begins unsigned and is never deleted. Its signature, of the buyer's or the seller's wallet, and its end
-- are written once (docs/decisions/118).
create or replace function "keep_hold_closing"() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'closings are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if num_nonnulls(new."wallet", new."endedAt") > 0 then
      raise exception 'a closing begins without a signature';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - array['wallet', 'signature', 'signedAt', 'lookAt', 'endedAt']) <> (to_jsonb(old) - array['wallet', 'signature', 'signedAt', 'lookAt', 'endedAt'])
      or (old."wallet" is not null and (new."wallet", new."signature", new."signedAt") is distinct from (old."wallet", old."signature", old."signedAt"))
      or (old."endedAt" is not null and new."endedAt" is distinct from old."endedAt") then
    raise exception 'closing of % stays what it is', old."exitId";
  end if;
  if new."wallet" is not null and not exists (
    select 1 from "hold_exit" x join "hold" h on h."escrowId" = x."escrowId" join "hold_lock" l on l."id" = x."lockId"
      join "hold_agreement" a on a."id" = l."agreementId"
      where x."id" = new."exitId" and new."wallet" in (h."buyerWallet", a."sellerWallet")) then
    raise exception 'closing of % waits for no signature of this wallet', new."exitId";
  end if;
  return new;
end $$;

create trigger "hold_closing_keep" before insert or update or delete on "hold_closing"
  for each row execute function "keep_hold_closing"();
