// `npm run commit-subject -- FILE`: the commit-msg hook (lefthook.yml). Fails when the subject of the message is too long.
import { readFileSync } from 'node:fs'

const limit = 72

export function isSubjectTooLong(subject: string): boolean {
  return Array.from(subject).length > limit
}

if (import.meta.main) {
  const [file = ''] = process.argv.slice(2)
  const lines = readFileSync(file, 'utf8').split('\n')
  const subject = lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''
  if (isSubjectTooLong(subject)) {
    console.error(`The subject has ${Array.from(subject).length} characters, and ${limit} are allowed: ${subject}`)
    process.exit(1)
  }
}
