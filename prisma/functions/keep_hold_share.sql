-- A share that was set aside has the amount of its side in a confirmed settlement (decision 118).
create or replace function "keep_hold_share"() returns trigger language plpgsql as $$
begin
  perform 1 from "transfer" x join "settlement" s on s."id" = x."settlementId"
    where x."id" = new."exitId" and x."lockId" is not null and x."state" = 'confirmed'
      and new."amount" = case new."side" when 'seller' then s."toSeller" else s."toBuyer" end;
  perform "public"."refuse_if"(not found, format('settlement %s has not set this aside', new."exitId"));
  return new;
end $$;

create trigger "hold_share_keep" before insert on "hold_share" for each row execute function "keep_hold_share"();
