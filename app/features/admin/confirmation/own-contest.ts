/** Told to an administrator who acts on a challenge with a submission of theirs. */
export const OWN_CONTEST =
  'You have an entry in this challenge. The audit log says so; better ask another administrator to decide.'
