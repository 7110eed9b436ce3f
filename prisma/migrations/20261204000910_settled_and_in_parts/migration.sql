-- Every payout of an escrow carries out a settlement, and every escrow has a milestone (decisions 142, 147). The worker of the release before has given what is
-- older its own. This does the same where that release was skipped, or was not done: else it finds no row.
set local lock_timeout = '3s';

-- The triggers ask for the right to what is written; these had it when they began. Nobody else writes them until the end of this.
alter table "settlement" disable trigger user;
alter table "transfer" disable trigger user;
alter table "milestone" disable trigger user;
alter table "presentation" disable trigger user;
alter table "escrow_clock" disable trigger user;

do $$ begin
  -- A share of what is settled already: a payout that was given another wallet has brought its settlement.
  update "transfer" t set "settlementId" = s."id" from "settlement" s
    where t."settlementId" is null and t."lockId" is null and s."escrowId" = t."escrowId" and s."deadAt" is null and s."cause" <> 'excess'
      and t."amount" = case t."purpose" when 'release' then s."toSeller" when 'refund' then s."toBuyer" end;

  create temporary table "unsettled" on commit drop as
    select gen_random_uuid() as "id", "escrowId", min("createdAt") as "createdAt",
      coalesce(sum("amount") filter (where "purpose" = 'release'), 0) as "toSeller",
      coalesce(sum("amount") filter (where "purpose" = 'refund'), 0) as "toBuyer", array_agg("id") as "payoutIds", false as "isExcess"
    from "transfer" where "escrowId" is not null and "settlementId" is null and "purpose" in ('release', 'refund') group by "escrowId"
    union all
    select gen_random_uuid(), "escrowId", "createdAt", 0, "amount", array["id"], true
    from "transfer" where "escrowId" is not null and "settlementId" is null and "purpose" = 'return';
  -- The cause as settlement_needs_right finds it.
  insert into "settlement" ("id", "escrowId", "cause", "toSeller", "toBuyer", "divisionId", "disputeId", "createdAt")
    select u."id", u."escrowId",
      (case when u."isExcess" then 'excess' when v."id" is not null then 'division' when d."id" is not null then 'decision'
        when u."toBuyer" = 0 then 'approval'
        when e."refundOpenedAt" is null and exists (select 1 from "refund_request" r where r."escrowId" = e."id" and r."answer" = 'agreed')
          then 'agreed_refund' else 'deadline' end)::"SettlementCause",
      u."toSeller", u."toBuyer", v."id", d."id", u."createdAt"
    from "unsettled" u join "escrow" e on e."id" = u."escrowId"
      left join "dispute" d on not u."isExcess" and d."escrowId" = e."id" and d."decision" in ('release', 'refund', 'split', 'settled')
        and (d."sellerAmount", d."buyerAmount") = (u."toSeller", u."toBuyer")
      left join "division" v on not u."isExcess" and v."escrowId" = e."id" and v."answer" = 'agreed'
        and (d."id" is not null or (v."sellerAmount", v."buyerAmount") = (u."toSeller", u."toBuyer"));
  update "transfer" t set "settlementId" = u."id" from "unsettled" u where t."id" = any(u."payoutIds");

  update "milestone" m set "id" = coalesce(m."id", gen_random_uuid()), "amount" = e."amount" from "escrow" e
    where e."id" = m."escrowId" and (m."id" is null or m."amount" is null);
  insert into "milestone" ("id", "escrowId", "ordinal", "amount", "createdAt")
    select gen_random_uuid(), e."id", 1, e."amount", e."createdAt" from "escrow" e
    where not exists (select 1 from "milestone" m where m."escrowId" = e."id");
  update "presentation" p set "milestoneId" = m."id" from "milestone" m where p."milestoneId" is null and m."escrowId" = p."escrowId";
  update "escrow_clock" c set "milestoneId" = m."id" from "milestone" m where c."milestoneId" is null and m."escrowId" = c."escrowId";
  update "settlement" s set "milestoneId" = m."id" from "milestone" m
    where s."milestoneId" is null and s."cause" <> 'excess' and m."escrowId" = s."escrowId";
end $$;

alter table "settlement" enable trigger user;
alter table "transfer" enable trigger user;
alter table "milestone" enable trigger user;
alter table "presentation" enable trigger user;
alter table "escrow_clock" enable trigger user;

alter table "transfer" add constraint "transfer_carries_settlement" check ("escrowId" is null or "settlementId" is not null) not valid;
alter table "settlement" add constraint "settlement_of_milestone" check ("cause" = 'excess' or "milestoneId" is not null) not valid;
alter table "milestone" add constraint "milestone_id_there" check ("id" is not null) not valid,
  add constraint "milestone_amount_there" check ("amount" is not null) not valid;
alter table "presentation" add constraint "presentation_of_milestone" check ("milestoneId" is not null) not valid;
alter table "escrow_clock" add constraint "escrow_clock_of_milestone" check ("milestoneId" is not null) not valid;
