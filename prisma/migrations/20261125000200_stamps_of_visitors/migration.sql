-- Forms of visitors have stamps, too: whoever registers or writes to support has no account yet.
alter table "captcha_stamp" alter column "userId" drop not null;
