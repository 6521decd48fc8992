export { companyOfPeople, findPeople } from './people.queries.ts'
