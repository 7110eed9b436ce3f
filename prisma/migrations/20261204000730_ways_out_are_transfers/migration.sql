-- Ways out become rows of "transfer", each under its own id (decision 145): one row per settlement of what a ledger holds.
set local lock_timeout = '3s';

-- While the rows are copied everybody reads, and who writes a payout or a way out waits.
lock table "settlement", "transfer", "hold_exit" in share row exclusive mode;

-- The triggers ask for the right to what is written; these had it when they began, and stay as they are. Checks, keys and unique indexes see them.
alter table "settlement" disable trigger user;
alter table "transfer" disable trigger user;

-- What began before there were settlements, and was not given one since. A settlement of which none carries out is dead; one that failed and was written
-- again carries out the same.
create temporary table "standing" on commit drop as
  select x."id", s."id" as "settlementId" from "hold_exit" x join "settlement" s on s."escrowId" = x."escrowId" and s."deadAt" is null
    and s."cause" <> 'excess' and (s."toSeller", s."toBuyer") = (x."toSeller", x."toBuyer") where x."settlementId" is null
  union all
  select x."id", o."id" from "hold_exit" x join "hold_exit" o on o."escrowId" = x."escrowId" and o."state" <> 'dead'
    and (o."toSeller", o."toBuyer") = (x."toSeller", x."toBuyer") where x."state" = 'dead' and num_nonnulls(x."settlementId", o."settlementId") = 0;
insert into "settlement" ("id", "escrowId", "cause", "toSeller", "toBuyer", "divisionId", "disputeId", "createdAt", "deadAt")
  select "id", "escrowId",
    (case when "divisionId" is not null then 'division' when "disputeId" is not null then 'decision' when "kind" = 'release' then 'approval'
      when "kind" = 'refund' then 'agreed_refund' else 'deadline' end)::"SettlementCause",
    "toSeller", "toBuyer", "divisionId", "disputeId", "createdAt", case "state" when 'dead' then "updatedAt" end
  from "hold_exit" x where "settlementId" is null and not exists (select 1 from "standing" where "standing"."id" = x."id");

insert into "transfer" ("id", "escrowId", "lockId", "settlementId", "purpose", "state", "network", "asset", "amount", "paidFrom", "description", "hash",
    "xdr", "deadReason", "settledHash", "settledAt", "waitsFor", "feeAsked", "createdAt", "updatedAt")
  select x."id", x."escrowId", x."lockId", coalesce(x."settlementId", (select "settlementId" from "standing" where "id" = x."id"), x."id"),
    x."kind"::text::"PayoutPurpose",
    (case x."state" when 'sent' then 'submitted' else x."state"::text end)::"PayoutState",
    (case e."currency" when 'XRP' then 'xrpl' else 'stellar' end)::"Network", e."currency", x."toSeller" + x."toBuyer", null, x."description", x."hash",
    x."xdr", x."deadReason", x."settledHash", x."settledAt", x."waitsFor", x."feeAsked", x."createdAt", x."updatedAt"
  from "hold_exit" x join "escrow" e on e."id" = x."escrowId";

-- Each of them, or none: what names one would point to nothing.
do $$ begin
  if exists (select 1 from "hold_exit" x where not exists (select 1 from "transfer" t where t."id" = x."id" and t."lockId" = x."lockId")) then
    raise exception 'a way out has no escrow, and was not copied';
  end if;
end $$;

alter table "transfer" enable trigger user;
alter table "settlement" enable trigger user;

alter table "hold_signature" drop constraint "hold_signature_exitId_fkey",
  add constraint "hold_signature_exitId_fkey" foreign key ("exitId") references "transfer" ("id") on delete restrict on update cascade not valid;
alter table "hold_closing" drop constraint "hold_closing_exitId_fkey",
  add constraint "hold_closing_exitId_fkey" foreign key ("exitId") references "transfer" ("id") on delete restrict on update cascade not valid;
alter table "hold_share" drop constraint "hold_share_exitId_fkey",
  add constraint "hold_share_exitId_fkey" foreign key ("exitId") references "transfer" ("id") on delete restrict on update cascade not valid;
alter table "transfer_attempt" drop constraint "transfer_attempt_exitId_fkey",
  add constraint "transfer_attempt_exitId_fkey" foreign key ("exitId") references "transfer" ("id") on delete restrict on update cascade not valid;

drop table "hold_exit";

-- For processes of the version before, until the release after this one: they read what they know. Nothing is written through it, because a view of more
-- than one table takes no writes: a way out that such a process begins is refused, and what such a worker has signed is not stored, and so not sent.
create view "hold_exit" as
  select t."id", t."escrowId", t."lockId", t."purpose"::text::"HoldExitKind" as "kind",
    (case t."state" when 'submitted' then 'sent' else t."state"::text end)::"HoldExitState" as "state", t."description", t."hash", t."xdr",
    s."toSeller", s."toBuyer", s."divisionId", s."disputeId", t."deadReason", t."settledHash", t."settledAt", t."createdAt", t."updatedAt",
    t."waitsFor", t."feeAsked", t."settlementId"
  from "transfer" t join "settlement" s on s."id" = t."settlementId" where t."lockId" is not null;
