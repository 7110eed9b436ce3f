/**
 * The only files that may import each package that does network or heavy work, as patterns of package and files. The
 * harbour, tests and scripts are exempt.
 */
export const SDK_HOMES: readonly [sdk: string, home: string][] = [
  ['@stellar/stellar-sdk', 'app/ledgers/stellar/'],
  ['xrpl', 'app/ledgers/xrpl/'],
  ['ripple-address-codec', 'app/config/key-shapes\\.ts$'],
  ['@scure/base', 'app/config/key-shapes\\.ts$'],
  ['resend', 'app/notices/services/(mailer|mail-hook)\\.server\\.ts$'],
  ['flydrive', 'app/trade/documents/services/storage\\.server\\.ts$'],
  ['@aws-sdk/[^/]+', 'app/trade/documents/services/(storage|s3-parts)\\.server\\.ts$'],
  ['file-type', 'app/kernel/services/file-kind\\.server\\.ts$'],
  ['@node-rs/argon2', 'app/accounts/services/passwords\\.server\\.ts$'],
  ['@zxcvbn-ts/[^/]+', 'app/accounts/services/password-guesses\\.server\\.ts$'],
  ['prom-client', 'app/ops/services/metrics\\.server\\.ts$'],
  ['pino', 'app/log\\.server\\.ts$'],
  ['@prisma/(client|adapter-pg)', 'app/kernel/db/'],
  ['graphile-worker', 'worker/'],
  ['remix-auth(-form)?', 'app/accounts/web/authenticator\\.server\\.ts$'],
  ['rate-limiter-flexible', 'app/kernel/web/http/limits\\.server\\.ts$'],
  ['@nichtsam/helmet', 'app/kernel/web/http/headers\\.server\\.ts$'],
  ['uqr', 'app/ledgers/references/web/qr\\.server\\.ts$'],
  ['escape-goat', 'app/(kernel/emails/layout|trade/documents/web/preview-page)\\.ts$'],
  ['pdfjs-dist', 'app/(pdf-frame/|trade/documents/services/pdf-process\\.ts$)'],
  ['pdfkit', 'app/records/statement/services/statement-pdf\\.server\\.ts$'],
  ['any-ascii', 'app/screening/domain/names/scripts/latin\\.ts$'],
  ['saxes', 'app/screening/services/'],
  ['ical-generator', 'app/notices/services/calendar\\.server\\.ts$'],
  ['fontkit', 'app/records/statement/services/paper-pdf/fonts\\.server\\.ts$'],
]
