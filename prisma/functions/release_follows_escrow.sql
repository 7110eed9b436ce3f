-- At commit a release goes to the payout wallet of its escrow: neither changes without the other (decision 004).
create or replace function "release_follows_escrow"() returns trigger language plpgsql as $$
begin
  perform "public"."refuse_if"(exists (
    select 1 from "escrow" e join "transfer" p on p."escrowId" = e."id" and p."purpose" = 'release' and p."lockId" is null
    where e."id" = new."id" and (p."address" is distinct from e."payoutAddress" or p."memo" is distinct from e."payoutMemo")
  ), format('the release of escrow %s goes to another wallet', new."transactionId"));
  return null;
end $$;

create constraint trigger "escrow_release_follows" after update of "payoutAddress", "payoutMemo" on "escrow"
  deferrable initially deferred for each row execute function "release_follows_escrow"();
