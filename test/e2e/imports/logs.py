# logging: levels, loggers above others, handlers and formats.
import logging
import sys
import warnings

import torch

quiet = logging.getLogger("quiet")
quiet.info("a message that nobody sees %d", 1)
logging.basicConfig(level=logging.INFO, format="%(levelname)-8s|%(name)s|%(message)s", stream=sys.stdout)
logging.info("root %s %.2f", "a", 0.5)
log = logging.getLogger(__name__)
log.debug("never")
log.info("plain")
log.warning("of a tensor %s", torch.ones(2))
child = logging.getLogger("app.model")
app = logging.getLogger("app")
app.setLevel(logging.ERROR)
child.warning("hidden by the level of app")
child.error("shown %d%%", 50)
print(child.getEffectiveLevel(), app.isEnabledFor(logging.INFO), logging.getLevelName(30), child.name, app is logging.getLogger("app"), child.parent is app)
own = logging.StreamHandler(sys.stdout)
own.setFormatter(logging.Formatter("[{levelname}] {message}", style="{"))
own.setLevel("WARNING")
app.addHandler(own)
app.propagate = False
app.error("twice?")
app.removeHandler(own)
print(app.hasHandlers(), app.handlers)
for i in range(3):
    loss = (torch.ones(2) * i).sum()
    if loss > 1:
        log.info("step %d loss %.3f", i, loss.item())
logging.disable(logging.CRITICAL)
log.error("never")
warnings.filterwarnings("ignore", category=UserWarning)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    print("done")
