/** Fails each try of an email whose stage is over, by a trigger of its own. */
import type { Database } from '#app/kernel/db/client.server.ts'

/** From then on such a try fails, and so does the test that made it. */
export async function holdLettersToStages(db: Database): Promise<void> {
  await db.$executeRawUnsafe(`
    create function "test_stage_stands"() returns trigger language plpgsql as $$
    declare
      e "escrow";
      is_open boolean;
      is_disputed boolean;
      last_round int;
      stands boolean;
    begin
      select * into e from "escrow" where "id" = new."escrowId";
      is_disputed := exists (select 1 from "dispute" where "escrowId" = e."id" and "decision" is null);
      is_open := e."releasedAt" is null and e."cancelledAt" is null and e."refundOpenedAt" is null
        and not exists (select 1 from "transfer" where "escrowId" = e."id" and "lockId" is null and "purpose" in ('release', 'refund'));
      last_round := coalesce((select max("round") from "presentation" where "escrowId" = e."id"), 0);
      stands := case split_part(new."stage", ':', 1)
        when 'presentation' then is_open and not is_disputed and e."documentApprovalStatus" = 'Pending'
          and split_part(new."stage", ':', 2)::int = last_round
        when 'examination' then is_open and not is_disputed and e."documentApprovalStatus" = 'Rejected'
          and split_part(new."stage", ':', 2)::int = last_round
        when 'refund' then is_open and not is_disputed
          and exists (select 1 from "refund_request" where "escrowId" = e."id" and "answer" is null)
        when 'dispute' then is_disputed
        when 'approval' then e."documentApprovalStatus" = 'Approved'
        when 'funding' then e."verifiedAt" is null and is_open
        else true end;
      if not stands then
        raise exception 'a letter of % is tried, and its stage is over', new."stage";
      end if;
      return new;
    end $$`)
  await db.$executeRawUnsafe(`
    create trigger "test_stage_stands" before update on "outbox_letter" for each row
    when (new."attempts" > old."attempts" and new."stage" is not null) execute function "test_stage_stands"()`)
}
