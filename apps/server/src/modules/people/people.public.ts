export { companyOfPeople, findPeople, foldedText } from './people.queries.ts'
