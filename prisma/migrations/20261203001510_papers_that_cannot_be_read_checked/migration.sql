set local lock_timeout = '3s';
alter table "escrow_document" validate constraint "escrow_document_trouble";
alter table "escrow_document" validate constraint "escrow_document_accepted_in_spite";
