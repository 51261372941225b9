const ADVICE = 'The audit log says so; better ask another administrator to decide.'

/** Told to an administrator who acts on a challenge with a submission of theirs. */
export const OWN_CONTEST = `You have an entry in this challenge. ${ADVICE}`

/** Told to one who acts on a member whose votes in such a challenge may change. */
export const OWN_VOTES = `You have an entry in a challenge whose votes this may affect. ${ADVICE}`
