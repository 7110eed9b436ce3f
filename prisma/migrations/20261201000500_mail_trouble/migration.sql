-- Why the mail service refuses the key of this process (decision 104): a web process that looks at the machine asks it nothing itself.
alter table "process" add column "mailTrouble" text;
