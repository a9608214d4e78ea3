-- Reversals that no provider confirms are not repeated for ever: somebody has to look into them.

-- When the reversal under way was first sent; null before that.
alter table attempts add column reversal_began_at timestamptz;
-- Since when it is not repeated any more. The state stays REVERSING, with no reverse_at.
alter table attempts add column reversal_given_up_at timestamptz(3);
create index attempts_given_up on attempts (reversal_given_up_at, attempt_id) where reversal_given_up_at is not null;
