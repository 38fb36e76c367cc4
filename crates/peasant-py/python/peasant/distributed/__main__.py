"""`python -m peasant.distributed`."""

import sys

from .program import main

sys.exit(main())
