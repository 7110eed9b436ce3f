/**
 * The one home of each package that speaks to the world or does heavy work, as patterns of the package and of the files that
 * may import it; the harbour, tests and scripts are free.
 */
export const SDK_HOMES: readonly [sdk: string, home: string][] = [
  ['@stellar/stellar-sdk', 'app/ledgers/stellar/'],
  ['xrpl', 'app/ledgers/xrpl/'],
  ['ripple-address-codec', 'app/config/key-shapes\\.ts$'],
  ['@scure/base', 'app/config/key-shapes\\.ts$'],
  ['resend', 'app/services/letters/(mailer|mail-hook)\\.server\\.ts$'],
  ['flydrive', 'app/services/documents/storage\\.server\\.ts$'],
  ['@aws-sdk/[^/]+', 'app/services/documents/(storage|s3-parts)\\.server\\.ts$'],
  ['file-type', 'app/services/kernel/file-kind\\.server\\.ts$'],
  ['@node-rs/argon2', 'app/services/accounts/passwords\\.server\\.ts$'],
  ['@zxcvbn-ts/[^/]+', 'app/services/accounts/password-guesses\\.server\\.ts$'],
  ['prom-client', 'app/services/upkeep/metrics\\.server\\.ts$'],
  ['pino', 'app/log\\.server\\.ts$'],
  ['@prisma/(client|adapter-pg)', 'app/db/'],
  ['graphile-worker', 'worker/'],
  ['remix-auth(-form)?', 'app/web/accounts/authenticator\\.server\\.ts$'],
  ['rate-limiter-flexible', 'app/web/kernel/http/limits\\.server\\.ts$'],
  ['@nichtsam/helmet', 'app/web/kernel/http/headers\\.server\\.ts$'],
  ['uqr', 'app/web/references/qr\\.server\\.ts$'],
  ['escape-goat', 'app/(emails/kernel/layout|web/documents/preview-page)\\.ts$'],
  ['pdfjs-dist', 'app/(pdf-frame/|services/documents/pdf-process\\.ts$)'],
  ['pdfkit', 'app/services/statement/statement-pdf\\.server\\.ts$'],
  ['any-ascii', 'app/domain/screening/names/scripts/latin\\.ts$'],
  ['saxes', 'app/services/screening/'],
  ['ical-generator', 'app/services/letters/calendar\\.server\\.ts$'],
  ['fontkit', 'app/services/statement/paper-pdf/fonts\\.server\\.ts$'],
]
