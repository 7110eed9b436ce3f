-- A timer can beat in a process that runs no jobs: the time of the last job that ran is the proof.
alter table "worker_heartbeat" add column "jobRanAt" timestamptz(3);
