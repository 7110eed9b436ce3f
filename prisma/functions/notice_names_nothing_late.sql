-- At commit compares a rejection notice with the last binding one about the same files (decision 077; UCP 600, article 16). Refuses a document type, reason or
-- word that the earlier notice did not name of these files, known by their SHA-256. Naming less is allowed.
create or replace function "notice_names_nothing_late"() returns trigger language plpgsql as $$
declare
  of_type record;
  before uuid;
begin
  for of_type in
    select f."type", coalesce(d."reasons", '{}') as "reasons", coalesce(d."words", '') as "words"
      from (select distinct "type" from "examined_file" where "examinationId" = new."id") f
      left join "discrepancy" d on d."examinationId" = new."id" and d."type" = f."type"
      where d."id" is not null or not exists (select 1 from "discrepancy" where "examinationId" = new."id")
  loop
    select e."id" into before from "examination" e
      where e."escrowId" = new."escrowId" and e."id" <> new."id" and e."isBinding" and e."givenAt" <= new."givenAt"
        and not exists (
          select 1 from "examined_file" n where n."examinationId" = new."id" and n."type" = of_type."type"
            and not exists (select 1 from "examined_file" o where o."examinationId" = e."id" and o."type" = n."type" and o."sha256" = n."sha256"))
      order by e."givenAt" desc, e."id" desc limit 1;
    if before is null then
      continue;
    end if;
    perform "public"."refuse_if"(not exists (select 1 from "discrepancy" d where d."examinationId" = before and d."type" = of_type."type"
          and of_type."reasons" <@ d."reasons" and of_type."words" in ('', d."words"))
        and not (of_type."reasons" = '{}' and of_type."words" = ''
          and not exists (select 1 from "discrepancy" where "examinationId" = before)),
      format('notice %s names what the one before did not', new."id"));
  end loop;
  return null;
end $$;

create constraint trigger "examination_names_nothing_late" after insert on "examination"
  deferrable initially deferred for each row execute function "notice_names_nothing_late"();
