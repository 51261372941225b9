import type { Scenario } from './scenario.ts'
import { cutUpload } from './scenarios/cut-upload.ts'
import { errorFlood } from './scenarios/error-flood.ts'
import { fullDiskDatabase } from './scenarios/full-disk-database.ts'
import { fullDiskFiles } from './scenarios/full-disk-files.ts'
import { heldConnections } from './scenarios/held-connections.ts'
import { hundredUploads } from './scenarios/hundred-uploads.ts'
import { killApp } from './scenarios/kill-app.ts'
import { killBackend } from './scenarios/kill-backend.ts'
import { killPostgres } from './scenarios/kill-postgres.ts'
import { lostReply } from './scenarios/lost-reply.ts'
import { mails } from './scenarios/mails.ts'
import { memory } from './scenarios/memory.ts'
import { oneDeadline } from './scenarios/one-deadline.ts'
import { patroni } from './scenarios/patroni.ts'
import { readOnly } from './scenarios/read-only.ts'
import { restoredBackup } from './scenarios/restored-backup.ts'
import { silentConnections } from './scenarios/silent-connections.ts'
import { standby } from './scenarios/standby.ts'
import { stoppedApp } from './scenarios/stopped-app.ts'
import { terminatedBetween } from './scenarios/terminated-between.ts'
import { twoOwners } from './scenarios/two-owners.ts'
import { upgrade } from './scenarios/upgrade.ts'
import { wrongClock } from './scenarios/wrong-clock.ts'

/** Every fault scenario. Those that mostly wait come first, so that the others run beside them in the short form. */
export const scenarios: readonly Scenario[] = [
  silentConnections,
  mails,
  killApp,
  killPostgres,
  killBackend,
  terminatedBetween,
  lostReply,
  stoppedApp,
  fullDiskFiles,
  fullDiskDatabase,
  readOnly,
  wrongClock,
  oneDeadline,
  cutUpload,
  memory,
  hundredUploads,
  heldConnections,
  standby,
  patroni,
  upgrade,
  restoredBackup,
  twoOwners,
  errorFlood,
]
