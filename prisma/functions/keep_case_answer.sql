-- Operators' statements about payments out are final: links never change, links and denials are never deleted or truncated (decision 098).
create or replace function "keep_case_answer"() returns trigger language plpgsql as $$
begin
  raise exception 'what operators said of payments out is never changed or deleted';
end $$;

create trigger "case_denial_keep" before delete on "case_denial" for each row execute function "keep_case_answer"();

create trigger "case_denial_keep_all" before truncate on "case_denial" for each statement execute function "keep_case_answer"();

create trigger "case_link_keep" before update or delete on "case_link" for each row execute function "keep_case_answer"();

create trigger "case_link_keep_all" before truncate on "case_link" for each statement execute function "keep_case_answer"();
