import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleText } from '#platform/config/variables.ts'

// Writes .env.example from the list of settings.
writeFileSync(join(import.meta.dirname, '../../.env.example'), exampleText())
