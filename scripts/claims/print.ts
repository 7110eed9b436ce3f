/** Prints docs/claims.md from the register. */
import { type Claim, type Register, type Subject, textsOf } from './claim.ts'

export function printClaims(subjects: readonly Subject[], { english, noClaims, lock }: Register): string {
  return [
    '# What Quayside promises',
    '',
    'Every promise about money, dates, documents and privacy that pages and letters make, with what makes it true. Printed from',
    '`scripts/claims` by `npm run claims`; why and how: [decision 106](decisions/106-terms-claims-and-specification.md). A test fails when a',
    'sentence promises something and stands here nowhere, and when a rule changes and its sentences were not read again.',
    ...subjects.flatMap(({ title, claims, rules }) => [
      '',
      `## ${title}`,
      ...claims.flatMap((claim) =>
        printClaim(claim, english.size === 0 ? 0 : textsOf(claim, english).length, lock[claim.id]?.note),
      ),
      '',
      `Rules: ${Object.entries(rules)
        .map(([name, { home }]) => `${name} (\`${home}\`)`)
        .join(', ')}.`,
    ]),
    '',
    '## No promises',
    '',
    'Sentences that sound like one and are none:',
    '',
    ...noClaims.map(({ texts, because }) => `- ${texts.map((text) => `\`${text}\``).join(', ')}: ${because}`),
    '',
  ].join('\n')
}

function printClaim({ id, says, texts, rules, tests }: Claim, sentences: number, note: string | undefined): string[] {
  return [
    '',
    `### ${id}`,
    '',
    says,
    '',
    `- Said in ${sentences} sentences: ${texts.map((text) => `\`${text}\``).join(', ')}`,
    `- True by: ${rules.join(', ')}`,
    `- Proven in: ${tests.map((test) => `\`${test}\``).join(', ')}`,
    ...(note ? [`- Read again when a rule changed: ${note}`] : []),
  ]
}
