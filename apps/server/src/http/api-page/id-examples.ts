/** Programs that make an id such as `7KQ2-M9XD-4TNA-P83F`, for the API page. A test runs them. */
export const idExamples = {
  sh: `LC_ALL=C tr -dc A-Z0-9 </dev/urandom | head -c 16 | sed 's/..../&-/g; s/-$//'`,
  Python: `import secrets
from string import ascii_uppercase, digits

id = "-".join("".join(secrets.choice(ascii_uppercase + digits) for _ in range(4)) for _ in range(4))`,
  PHP: `$letras = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
$id = implode('-', array_map(fn() => implode(array_map(fn() => $letras[random_int(0, 35)], range(1, 4))), range(1, 4)));`,
  TypeScript: `import { createId } from '@foja/client'

const id = createId()`,
} as const
