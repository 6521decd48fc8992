// Reads a given number of answers of a megabyte each, one after another: run with a heap that holds only some of them.
import { sql } from 'kysely'
import { openDatabase } from '../src/open-database.ts'
import { silentLogger } from '../src/silent-logger.ts'

const [folder, answers] = process.argv.slice(2)
const database = await openDatabase({ folder, logger: silentLogger })
let characters = 0
for (let read = 0; read < Number(answers); read += 1) {
  const { rows } = await sql<{ text: string }>`select repeat('x', 1000000) as text`.execute(database.kysely)
  characters += rows[0]?.text.length ?? 0
}
await database.close()
console.log(characters)
